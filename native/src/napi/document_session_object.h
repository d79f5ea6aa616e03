#pragma once

#include <cstdint>

#include "../engine/document_tasks.h"
#include "task_object.h"

namespace driveproof {

/** The JavaScript object of one DocumentSession. See TaskObject for the threads. */
class DocumentSessionObject : public TaskObject<DocumentSessionObject, DocumentSession> {
 public:
  static Napi::Function define(Napi::Env env);

  explicit DocumentSessionObject(const Napi::CallbackInfo& info) : TaskObject(info) {}

 private:
  friend TaskObject;

  Napi::Value prepare(const Napi::CallbackInfo& info);
  Napi::Value save(const Napi::CallbackInfo& info);
  Napi::Value check(const Napi::CallbackInfo& info);

  bool may_start(Napi::Env env, bool needs_document);

  void settle(Napi::Env env, const Promise& promise, const PrepareDocumentOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const SaveDocumentsOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const CheckDocumentOutcome& outcome);

  std::uint32_t most_bytes_ = 0;
  bool prepared_ = false;
};

}  // namespace driveproof
