/** The migrated database that test files copy. */
export const templateName = 'maru_template'
/** Runtime roles belong to the whole cluster and their passwords derive from this: all tests of a run share it. */
export const testTokenSecret = 'a secret for tests only, 32 characters or more'
