#pragma once

#include "../engine/document_tasks.h"
#include "../platform/folder.h"
#include "task_object.h"

namespace driveproof {

// The JavaScript object of a session of DocumentTasks: a document that is saved.

inline constexpr Rule kDocument = {.smallest = 4096, .largest = 1u << 26, .unit = 4096};

DESCRIBE(PrepareDocumentRequest, INLINED(it.place), RULED(kPlainName, it.folder_name),
         RULED(kDocument, it.most_bytes), FIELDS(it.seed));
DESCRIBE(SaveDocumentsRequest, RULED(platform::save_ways, it.way),
         RULED(kDocument, it.document_bytes), RULED(at_least(1), it.duration_ns, it.max_bytes));
DESCRIBE(PrepareDocumentOutcome, FIELDS(it.bytes_written));
DESCRIBE(SaveDocumentsOutcome,
         FIELDS(it.documents, it.bytes, it.elapsed_ns, it.latency, it.ended_by, it.fault));

template <>
inline constexpr auto fields<CheckDocumentOutcome> = &CheckDocumentOutcome::intact;

DESCRIBE(platform::SaveWay, Field("way", &platform::SaveWay::id),
         Field("systemCall", platform::save_text));

struct DocumentRules : SessionRules<DocumentTasks, PrepareDocumentRequest> {
  static constexpr std::tuple kMethods{Starts<PrepareDocumentRequest, When::kFirst>{"prepare"},
                                       Starts<SaveDocumentsRequest>{"save"},
                                       Starts<CheckDocumentRequest>{"check"}};

  MaybeFault admit(const SaveDocumentsRequest& request) const {
    return wrong_if(request.document_bytes > prepared.most_bytes,
                    "documentBytes must not be more than mostBytes of prepare()");
  }
};

}  // namespace driveproof
