/*
 * Another program that wants the test file. Opens the file named in DRIVEPROOF_FILE for reading and
 * lets others read and write it as DRIVEPROOF_SHARE says (the number that CreateFile takes). Exit
 * code: 0, or the error number of the system.
 */

#include <windows.h>

int main(void) {
  static wchar_t path[32768];
  wchar_t share[8] = L"";
  if (GetEnvironmentVariableW(L"DRIVEPROOF_FILE", path, 32768) == 0 ||
      GetEnvironmentVariableW(L"DRIVEPROOF_SHARE", share, 8) == 0) {
    return 9999;
  }
  const HANDLE file = CreateFileW(path, GENERIC_READ, (DWORD)(share[0] - L'0'), NULL,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    return (int)GetLastError();
  }
  CloseHandle(file);
  return 0;
}
