/*
 * Imitates another program that opens the test file. Opens the file named in DRIVEPROOF_FILE for
 * reading; DRIVEPROOF_SHARE gives the sharing mode as a number for CreateFile. Keeps the file open
 * for DRIVEPROOF_HOLD_MS ms, at most 9999. Exit code: 0, or the error number of the system.
 */

#include <wchar.h>
#include <windows.h>

int main(void) {
  static wchar_t path[32768];
  wchar_t share[8] = L"";
  wchar_t hold[5] = L"0";
  if (GetEnvironmentVariableW(L"DRIVEPROOF_FILE", path, 32768) == 0 ||
      GetEnvironmentVariableW(L"DRIVEPROOF_SHARE", share, 8) == 0) {
    return 9999;
  }
  const HANDLE file = CreateFileW(path, GENERIC_READ, (DWORD)(share[0] - L'0'), NULL,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    return (int)GetLastError();
  }
  GetEnvironmentVariableW(L"DRIVEPROOF_HOLD_MS", hold, 5);
  Sleep(wcstoul(hold, NULL, 10));
  CloseHandle(file);
  return 0;
}
