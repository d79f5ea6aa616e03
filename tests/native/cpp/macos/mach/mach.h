#pragma once

using kern_return_t = int;
using mach_port_t = unsigned int;
using mach_msg_type_number_t = unsigned int;
using thread_info_t = int*;

struct time_value_t {
  int seconds;
  int microseconds;
};

struct thread_basic_info {
  time_value_t user_time;
  time_value_t system_time;
};

#define KERN_SUCCESS 0
#define THREAD_BASIC_INFO 3
#define THREAD_BASIC_INFO_COUNT 4u

mach_port_t mach_thread_self();
mach_port_t mach_task_self();
kern_return_t mach_port_deallocate(mach_port_t task, mach_port_t port);
kern_return_t thread_info(mach_port_t thread, int flavour, thread_info_t info,
                          mach_msg_type_number_t* count);
