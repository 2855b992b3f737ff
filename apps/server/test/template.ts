/** The databases that test files copy: with tables only, with the people of the demo too, with all that a demo house begins with. */
export const templates = {
  migrated: 'maru_template',
  people: 'maru_template_people',
  house: 'maru_template_house',
} as const
/** Runtime roles belong to the whole cluster and their passwords derive from this: all tests of a run share it. */
export const testTokenSecret = 'a secret for tests only, 32 characters or more'
export const testSecrets = { tokenSecret: testTokenSecret, tokenSecretOld: null }
/** What a test server and the seed of its template are configured with. */
export const harnessEnv = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  TOKEN_SECRET: testTokenSecret,
  DEMO: '1',
  DEMO_CONTENT: '0',
})
