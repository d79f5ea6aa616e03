// A library needs one source, also where no database could be fetched.
typedef int driveproof_no_database;
