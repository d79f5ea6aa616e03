#include "document_session_object.h"

#include <utility>

#include "arguments.h"
#include "values.h"

namespace driveproof {

Napi::Function DocumentSessionObject::define(Napi::Env env) {
  return DefineClass(env, "DocumentSession",
                     {InstanceMethod<&DocumentSessionObject::prepare>("prepare"),
                      InstanceMethod<&DocumentSessionObject::save>("save"),
                      InstanceMethod<&DocumentSessionObject::check>("check"),
                      InstanceMethod("snapshot", &DocumentSessionObject::snapshot),
                      InstanceMethod("stop", &DocumentSessionObject::stop),
                      InstanceMethod("close", &DocumentSessionObject::close)});
}

bool DocumentSessionObject::may_start(Napi::Env env, bool needs_document) {
  if (!is_free(env)) {
    return false;
  }
  if (needs_document == prepared_) {
    return true;
  }
  return prepared_ ? refuse(env, "ERR_SESSION_PREPARED", "this session already has a document")
                   : refuse(env, "ERR_SESSION_NOT_PREPARED", "prepare() has made no document");
}

Napi::Value DocumentSessionObject::prepare(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), false)) {
    return {};
  }
  auto request = parse_prepare_document(info);
  if (!request) {
    return {};
  }
  most_bytes_ = request->most_bytes;
  return start(info.Env(), *std::move(request));
}

Napi::Value DocumentSessionObject::save(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), true)) {
    return {};
  }
  const auto request = parse_save_documents(info, most_bytes_);
  return request ? start(info.Env(), *request) : Napi::Value();
}

Napi::Value DocumentSessionObject::check(const Napi::CallbackInfo& info) {
  return may_start(info.Env(), true) ? start(info.Env(), CheckDocumentRequest{}) : Napi::Value();
}

void DocumentSessionObject::settle(Napi::Env env, const Promise& promise,
                                   const PrepareDocumentOutcome& outcome) {
  if (outcome.fault) {
    return reject(env, promise, *outcome.fault);
  }
  prepared_ = true;
  promise.Resolve(env.Undefined());
}

void DocumentSessionObject::settle(Napi::Env env, const Promise& promise,
                                   const SaveDocumentsOutcome& outcome) {
  promise.Resolve(to_js(env, outcome));
}

void DocumentSessionObject::settle(Napi::Env env, const Promise& promise,
                                   const CheckDocumentOutcome& outcome) {
  if (outcome.fault) {
    return reject(env, promise, *outcome.fault);
  }
  promise.Resolve(Napi::Boolean::New(env, outcome.intact));
}

}  // namespace driveproof
