// A library needs at least one source, even if no database could be fetched.
typedef int driveproof_no_database;
