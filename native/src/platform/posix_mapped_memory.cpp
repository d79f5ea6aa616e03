#include "mapped_memory.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

namespace driveproof::platform {

namespace {

/** Where the thread continues after SIGBUS; nullptr while no mapped file is in use. */
thread_local sigjmp_buf* escape = nullptr;

struct sigaction previous {};

void leave(int signal, siginfo_t* info, void* context) {
  if (escape != nullptr) {
    siglongjmp(*escape, 1);
  }
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, info, context);
  } else {
    // Restores the previous handler, under which the failed access, repeated on return, fails.
    sigaction(signal, &previous, nullptr);
  }
}

bool install() {
  struct sigaction action {};
  action.sa_sigaction = leave;
  // SA_NODEFER leaves the signal mask as it is, so a jump out of the handler need not restore it.
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  return sigaction(SIGBUS, &action, &previous) == 0;
}

/** Unblocks SIGBUS: engine threads block all signals, and a blocked SIGBUS ends the process. */
bool unblock() {
  sigset_t bus;
  sigemptyset(&bus);
  sigaddset(&bus, SIGBUS);
  return pthread_sigmask(SIG_UNBLOCK, &bus, nullptr) == 0;
}

}  // namespace

bool reach_mapped(void (*body)(void* context), void* context) {
  static const bool is_installed = install();
  thread_local const bool is_unblocked = unblock();
  static_cast<void>(is_installed);
  static_cast<void>(is_unblocked);
  sigjmp_buf here;
  if (sigsetjmp(here, 0) != 0) {
    escape = nullptr;
    return false;
  }
  escape = &here;
  body(context);
  escape = nullptr;
  return true;
}

}  // namespace driveproof::platform
