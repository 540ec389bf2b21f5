/** How long a test waits for what has to come, on a crowded machine as well: then it hangs. Nothing that passes takes as long. */
export const patience = 90_000
/** For a test that waits often. */
export const longPatience = 10 * 60_000
