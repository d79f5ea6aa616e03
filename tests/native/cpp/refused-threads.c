/*
 * Refuses to start threads, for tests of the engine's reaction. Loaded with LD_PRELOAD. If the
 * environment contains DRIVEPROOF_THREADS_LEFT, only that many further threads start.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument) {
  const char *const left = getenv("DRIVEPROOF_THREADS_LEFT");
  if (left != NULL) {
    const int count = atoi(left);
    if (count <= 0) {
      return EAGAIN;
    }
    char text[16];
    snprintf(text, sizeof text, "%d", count - 1);
    setenv("DRIVEPROOF_THREADS_LEFT", text, 1);
  }
  return ((__typeof__(&pthread_create))dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, body,
                                                                           argument);
}
