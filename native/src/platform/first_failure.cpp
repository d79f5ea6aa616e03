#include "first_failure.h"

#include "platform.h"

namespace {

thread_local const char* first_call = nullptr;
thread_local int first_error = 0;

}  // namespace

extern "C" {

void driveproof_forget_failures(void) { first_call = nullptr; }

void driveproof_note_failure(const char* call, int error) {
  if (first_call == nullptr && driveproof::platform::is_drive_failure(error)) {
    first_call = call;
    first_error = error;
  }
}

const char* driveproof_first_failure(int* error) {
  *error = first_error;
  return first_call;
}
}
