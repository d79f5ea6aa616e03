#pragma once

#include <napi.h>

#include "../databases/commit_tasks.h"
#include "../engine/capacity_tasks.h"
#include "../engine/document_tasks.h"
#include "../engine/parallel_tasks.h"
#include "../engine/session.h"
#include "../power-cut/session.h"

namespace driveproof {

// Plain data of the engine as JavaScript values of the shapes in native/index.ts.

Napi::Value to_js(Napi::Env env, const PrepareOutcome& outcome);
Napi::Value to_js(Napi::Env env, const MeasureOutcome& outcome);
Napi::Value to_js(Napi::Env env, const SequentialOutcome& outcome);
Napi::Value to_js(Napi::Env env, const ConcurrentOutcome& outcome);
Napi::Value to_js(Napi::Env env, const RefillOutcome& outcome);
Napi::Value to_js(Napi::Env env, const DrainOutcome& outcome);
Napi::Value to_js(Napi::Env env, const VerifyOutcome& outcome);
Napi::Value to_js(Napi::Env env, const Snapshot& snapshot);

Napi::Value to_js(Napi::Env env, const CommitOutcome& outcome);

Napi::Value to_js(Napi::Env env, const CapacityWriteOutcome& outcome);
Napi::Value to_js(Napi::Env env, const CapacityReadOutcome& outcome);
Napi::Value to_js(Napi::Env env, const CapacityHashOutcome& outcome);
Napi::Value to_js(Napi::Env env, const MeasureTogetherOutcome& outcome);

Napi::Value to_js(Napi::Env env, const SaveDocumentsOutcome& outcome);

Napi::Value to_js(Napi::Env env, const power_cut::PrepareOutcome& outcome);
Napi::Value to_js(Napi::Env env, const power_cut::RunOutcome& outcome);
Napi::Value to_js(Napi::Env env, const power_cut::ReadBackOutcome& outcome);
Napi::Value to_js(Napi::Env env, const power_cut::Snapshot& snapshot);

/** The modes of this system with their calls, for blocks of any size. */
Napi::Value modes_to_js(Napi::Env env);

/** All databases, including those this build lacks. */
Napi::Value commit_variants_to_js(Napi::Env env);

/** The ways to save a document on this system, with their calls. */
Napi::Value document_ways_to_js(Napi::Env env);

}  // namespace driveproof
