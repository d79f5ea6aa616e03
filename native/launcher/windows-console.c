/*
 * DriveProof.com: the command line of the installed program in Windows' terminals.
 *
 * DriveProof.exe is a GUI program: a terminal does not wait for it, gives it no standard input and
 * does not send it Ctrl-C. This launcher is a console program, and Windows finds `.com` before
 * `.exe` for `DriveProof --inspect …`. It starts the DriveProof.exe in its folder with the same
 * arguments, copies bytes between that and the terminal, waits, and returns its exit code. Without
 * `--inspect` it returns at once, because the terminal need not wait for a window.
 *
 * A stream that is redirected to a file or a pipe is passed on unchanged. A terminal's stream
 * becomes a pipe, because a GUI program may not use a console that it is not attached to. Each
 * Ctrl-C is sent as one byte through a named pipe, which electron/main/cli/launcher-signals.ts
 * reads; if the launcher is ended, the pipe breaks, and the inspection ends as well.
 */

#include <stdarg.h>
#include <wchar.h>
#include <windows.h>

/** An exit code that DriveProof itself never returns; see electron/contract/exit-codes.ts. */
#define CANNOT_START 125

enum { ROOM = 32768 };

/** One direction of one stream, from the terminal to the program or the other way. */
struct pump {
  HANDLE console;
  HANDLE ours;
};

static HANDLE stop_pipe = INVALID_HANDLE_VALUE;
static HANDLE program = NULL;
static volatile LONG presses = 0;

static int fail(const wchar_t *what) {
  wchar_t line[512];
  char bytes[1024];
  const int length = swprintf(line, 512, L"DriveProof could not be started: %.300ls, error %lu\n",
                              what, GetLastError());
  const int size = WideCharToMultiByte(CP_UTF8, 0, line, length, bytes, sizeof bytes, NULL, NULL);
  DWORD written = 0;
  WriteFile(GetStdHandle(STD_ERROR_HANDLE), bytes, (DWORD)size, &written, NULL);
  return CANNOT_START;
}

/** Called on a system thread for Ctrl-C, Ctrl-Break, a closed terminal, a logoff or a shutdown. */
static BOOL WINAPI on_control(DWORD event) {
  const BOOL key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
  const LONG press = InterlockedIncrement(&presses);
  DWORD written = 0;
  if (!key) {
    /* Windows ends the launcher when this handler returns. The broken pipe asks DriveProof.exe
       to end. */
    CloseHandle(stop_pipe);
    WaitForSingleObject(program, 4000);
    return FALSE;
  }
  if (!WriteFile(stop_pipe, "c", 1, &written, NULL) && press > 2) {
    /* DriveProof.exe does not read the pipe, and this is at least the third Ctrl-C. */
    TerminateProcess(program, 130);
  }
  return TRUE;
}

static DWORD WINAPI to_console(LPVOID argument) {
  const struct pump *pump = argument;
  static const DWORD room = 16384;
  char *bytes = HeapAlloc(GetProcessHeap(), 0, room);
  DWORD size = 0;
  while (bytes != NULL && ReadFile(pump->ours, bytes, room, &size, NULL) && size > 0) {
    for (DWORD at = 0, written = 0; at < size; at += written) {
      if (!WriteFile(pump->console, bytes + at, size - at, &written, NULL) || written == 0) {
        return 1;
      }
    }
  }
  return 0;
}

/** A line that begins with Ctrl-Z ends the input, as is usual in a Windows console. */
static DWORD WINAPI from_console(LPVOID argument) {
  const struct pump *pump = argument;
  static wchar_t line[4096];
  static char bytes[4096 * 3];
  DWORD length = 0;
  while (ReadConsoleW(pump->console, line, 4096, &length, NULL) && length > 0 && line[0] != 26) {
    const int size =
        WideCharToMultiByte(CP_UTF8, 0, line, (int)length, bytes, sizeof bytes, NULL, NULL);
    DWORD written = 0;
    if (!WriteFile(pump->ours, bytes, (DWORD)size, &written, NULL)) {
      break;
    }
  }
  CloseHandle(pump->ours);
  return 0;
}

static BOOL is_console(HANDLE handle) {
  DWORD mode = 0;
  return handle != NULL && handle != INVALID_HANDLE_VALUE && GetConsoleMode(handle, &mode);
}

/**
 * The handle that DriveProof.exe inherits for a stream; NULL if it could not be made. Fills in
 * `pump` for a console, whose bytes must be copied.
 */
static HANDLE stream_for(DWORD which, struct pump *pump) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  const HANDLE own = GetStdHandle(which);
  const BOOL input = which == STD_INPUT_HANDLE;
  HANDLE theirs = NULL;
  if (is_console(own)) {
    HANDLE read = NULL;
    HANDLE write = NULL;
    if (!CreatePipe(&read, &write, &inherited, 0)) {
      return NULL;
    }
    pump->console = own;
    pump->ours = input ? write : read;
    SetHandleInformation(pump->ours, HANDLE_FLAG_INHERIT, 0);
    return input ? read : write;
  }
  if (own != NULL && own != INVALID_HANDLE_VALUE &&
      DuplicateHandle(GetCurrentProcess(), own, GetCurrentProcess(), &theirs, 0, TRUE,
                      DUPLICATE_SAME_ACCESS)) {
    return theirs;
  }
  theirs = CreateFileW(L"NUL", input ? GENERIC_READ : GENERIC_WRITE,
                       FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
  return theirs == INVALID_HANDLE_VALUE ? NULL : theirs;
}

/** The command line after the program's name, exactly as it was typed. */
static const wchar_t *arguments(void) {
  const wchar_t *at = GetCommandLineW();
  BOOL quoted = FALSE;
  while (*at != L'\0' && (quoted || (*at != L' ' && *at != L'\t'))) {
    quoted ^= *at == L'"';
    at++;
  }
  return at;
}

static BOOL is_command_line(const wchar_t *typed) {
  static const wchar_t word[] = L"--inspect";
  const size_t length = sizeof word / sizeof *word - 1;
  for (const wchar_t *at = wcsstr(typed, word); at != NULL; at = wcsstr(at + 1, word)) {
    const BOOL begins = at > typed && wcschr(L" \t\"", at[-1]) != NULL;
    if (begins && (at[length] == L'\0' || wcschr(L" \t\"", at[length]) != NULL)) {
      return TRUE;
    }
  }
  return FALSE;
}

/** Writes the path of the DriveProof.exe beside the launcher to `path`; FALSE if it is too long. */
static BOOL program_beside(wchar_t *path) {
  static const wchar_t name[] = L"DriveProof.exe";
  const DWORD length = GetModuleFileNameW(NULL, path, ROOM);
  DWORD end = length;
  while (end > 0 && path[end - 1] != L'\\') {
    end--;
  }
  if (end == 0 || end + sizeof name / sizeof *name > ROOM) {
    return FALSE;
  }
  wcscpy(path + end, name);
  return TRUE;
}

/**
 * Opens the pipe through which the launcher asks DriveProof.exe to stop. It admits one local
 * reader; DriveProof.exe finds the pipe's name in its environment.
 */
static void open_stop_pipe(void) {
  wchar_t name[64];
  swprintf(name, 64, L"\\\\.\\pipe\\driveproof-stop-%lu", GetCurrentProcessId());
  stop_pipe = CreateNamedPipeW(
      name, PIPE_ACCESS_OUTBOUND | FILE_FLAG_FIRST_PIPE_INSTANCE,
      PIPE_TYPE_BYTE | PIPE_NOWAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, 16, 16, 0, NULL);
  SetEnvironmentVariableW(L"DRIVEPROOF_STOP_PIPE", stop_pipe == INVALID_HANDLE_VALUE ? NULL : name);
}

int main(void) {
  static wchar_t path[ROOM];
  static wchar_t line[ROOM];
  const wchar_t *typed = arguments();
  if (!program_beside(path) || wcslen(path) + wcslen(typed) + 4 > ROOM) {
    SetLastError(ERROR_FILENAME_EXCED_RANGE);
    return fail(L"its name is too long");
  }
  swprintf(line, ROOM, L"\"%ls\"%ls", path, typed);

  STARTUPINFOW start = {.cb = sizeof start};
  PROCESS_INFORMATION started = {0};
  if (!is_command_line(typed)) {
    if (!CreateProcessW(path, line, NULL, NULL, FALSE, 0, NULL, NULL, &start, &started)) {
      return fail(path);
    }
    return 0;
  }

  struct pump pumps[3] = {0};
  const DWORD which[3] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
  HANDLE streams[3];
  for (int at = 0; at < 3; at++) {
    streams[at] = stream_for(which[at], &pumps[at]);
    if (streams[at] == NULL) {
      return fail(L"a stream is missing");
    }
  }
  open_stop_pipe();
  SetConsoleCtrlHandler(on_control, TRUE);
  const UINT code_page = GetConsoleOutputCP();
  SetConsoleOutputCP(CP_UTF8);

  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = streams[0];
  start.hStdOutput = streams[1];
  start.hStdError = streams[2];
  if (!CreateProcessW(path, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &started)) {
    const int code = fail(path);
    SetConsoleOutputCP(code_page);
    return code;
  }
  program = started.hProcess;
  HANDLE outputs[2];
  DWORD count = 0;
  for (int at = 0; at < 3; at++) {
    /* Now only DriveProof.exe has its ends of the pipes, so they break when it ends. */
    CloseHandle(streams[at]);
    if (pumps[at].ours != NULL) {
      const HANDLE thread =
          CreateThread(NULL, 0, at == 0 ? from_console : to_console, &pumps[at], 0, NULL);
      if (at > 0 && thread != NULL) {
        outputs[count++] = thread;
      }
    }
  }
  WaitForSingleObject(program, INFINITE);
  /* Chromium's child processes may hold the pipes longer, but all output is in them already. */
  WaitForMultipleObjects(count, outputs, TRUE, 2000);
  DWORD code = CANNOT_START;
  GetExitCodeProcess(program, &code);
  if (code_page != 0) {
    SetConsoleOutputCP(code_page);
  }
  ExitProcess(code);
}
