"""How what we promise about the log is proved: short forms here, longer ones by
./prove."""
