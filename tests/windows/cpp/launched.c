/*
 * Takes the place of DriveProof.exe, which the launcher DriveProof.com starts: a program of the
 * Windows subsystem that shows no window.
 *
 * DriveProof.exe --inspect echo …   writes its command line to standard error and copies standard
 *                                   input to standard output; exit code 4
 * DriveProof.exe --inspect wait FILE   writes "waits" to FILE, then a word for what the
 *                                   launcher's pipe brings: "asked" for a byte, "alone" for its
 *                                   end; exit code 130
 * DriveProof.exe --press LAUNCHER FILE   starts LAUNCHER in a console of its own, presses Ctrl-Break
 *                                   when FILE exists, and ends with the launcher's exit code
 */

#include <windows.h>
/* shellapi.h uses types of windows.h and must follow it. */
#include <shellapi.h>
#include <stdio.h>
#include <wchar.h>

static void say(const wchar_t *path, const char *text) {
  FILE *file = _wfopen(path, L"ab");
  if (file != NULL) {
    fputs(text, file);
    fclose(file);
  }
}

static int echo(void) {
  char bytes[4096];
  DWORD size = 0;
  DWORD written = 0;
  const int length = WideCharToMultiByte(CP_UTF8, 0, GetCommandLineW(), -1, bytes, sizeof bytes,
                                         NULL, NULL);
  WriteFile(GetStdHandle(STD_ERROR_HANDLE), bytes, (DWORD)length - 1, &written, NULL);
  while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes, sizeof bytes, &size, NULL) && size > 0) {
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), bytes, size, &written, NULL);
  }
  return 4;
}

static int wait_for_stop(const wchar_t *path) {
  wchar_t name[128] = L"";
  char byte = 0;
  DWORD size = 0;
  GetEnvironmentVariableW(L"DRIVEPROOF_STOP_PIPE", name, 128);
  const HANDLE pipe = CreateFileW(name, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
  if (pipe == INVALID_HANDLE_VALUE) {
    say(path, "no pipe");
    return 1;
  }
  say(path, "waits");
  /* Reads at this end of the pipe never block, so a read may find nothing yet. */
  while (!ReadFile(pipe, &byte, 1, &size, NULL) && GetLastError() == ERROR_NO_DATA) {
    Sleep(20);
  }
  say(path, size == 1 && byte == 'c' ? ", asked" : ", alone");
  return 130;
}

static int press(const wchar_t *launcher, const wchar_t *path) {
  wchar_t line[2048];
  STARTUPINFOW start = {.cb = sizeof start};
  PROCESS_INFORMATION started;
  DWORD code = 99;
  if (!AllocConsole()) {
    return 98;
  }
  _snwprintf(line, 2048, L"\"%ls\" --inspect wait \"%ls\"", launcher, path);
  if (!CreateProcessW(launcher, line, NULL, NULL, FALSE, CREATE_NEW_PROCESS_GROUP, NULL, NULL,
                      &start, &started)) {
    return 97;
  }
  for (int turn = 0; turn < 1500 && GetFileAttributesW(path) == INVALID_FILE_ATTRIBUTES; turn++) {
    Sleep(20);
  }
  Sleep(200);
  if (!GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, started.dwProcessId)) {
    return 96;
  }
  WaitForSingleObject(started.hProcess, 30000);
  GetExitCodeProcess(started.hProcess, &code);
  return (int)code;
}

int main(void) {
  int count = 0;
  wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
  if (count > 2 && wcscmp(words[1], L"--inspect") == 0) {
    return wcscmp(words[2], L"echo") == 0 ? echo() : wait_for_stop(words[3]);
  }
  if (count > 3 && wcscmp(words[1], L"--press") == 0) {
    return press(words[2], words[3]);
  }
  return 77;
}
