// The JavaScript object of one DocumentSession: a document that is saved.

#include "../engine/document_tasks.h"
#include "../platform/folder.h"
#include "exports.h"
#include "task_object.h"

namespace driveproof {

inline constexpr IndexOf kWay{platform::save_ways, "way", " to save a document"};

inline constexpr Rule kDocument = {.smallest = 4096, .largest = 1u << 26, .unit = 4096};

DESCRIBE(PrepareDocumentRequest, INLINED(it.place),
         RULED(kPlainName, it.folder_name), RULED(kDocument, it.most_bytes), FIELDS(it.seed));
DESCRIBE(SaveDocumentsRequest, RULED(kWay, it.way), RULED(kDocument, it.document_bytes),
         RULED(at_least(1), it.duration_ns, it.max_bytes));

template <>
constexpr auto fields<PrepareDocumentOutcome> = kNothing;

DESCRIBE(SaveDocumentsOutcome,
         FIELDS(it.documents, it.bytes, it.elapsed_ns, it.latency, it.ended_by, it.fault));

template <>
constexpr auto fields<CheckDocumentOutcome> = &CheckDocumentOutcome::intact;

DESCRIBE(platform::SaveWay, field("way", &platform::SaveWay::id),
         field("systemCall", platform::save_text));

namespace {

struct DocumentRules : SessionRules {
  using Tasks = DocumentTasks;
  using SessionRules::admit;
  using SessionRules::after;

  template <typename Request>
  MaybeRefused before() const {
    return in_order(std::is_same_v<Request, PrepareDocumentRequest>, prepared,
                    "this session already has a document", "prepare() has made no document");
  }

  MaybeRefused admit(const PrepareDocumentRequest& request) {
    most_bytes = request.most_bytes;
    return std::nullopt;
  }

  MaybeRefused admit(const SaveDocumentsRequest& request) const {
    return wrong_if(request.document_bytes > most_bytes,
                    "documentBytes must not be more than mostBytes of prepare()");
  }

  MaybeRejected after(const PrepareDocumentOutcome& outcome) {
    prepared = !outcome.fault;
    return rejected_by(outcome.fault);
  }

  std::uint32_t most_bytes = 0;
  bool prepared = false;
};

}  // namespace

Napi::Function define_document_session(Napi::Env env) {
  using Object = TaskObject<DocumentRules>;
  return Object::define(env, "DocumentSession",
                        {Object::starts<PrepareDocumentRequest>("prepare"),
                         Object::starts<SaveDocumentsRequest>("save"),
                         Object::starts<CheckDocumentRequest>("check")});
}

Napi::Value list_document_ways(Napi::Env env) { return to_value(env, platform::save_ways()); }

}  // namespace driveproof
