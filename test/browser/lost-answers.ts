import type { Page } from 'playwright'

export interface LostAnswers {
  /** The Idempotency-Key of each command that was carried out and whose answer got lost. */
  readonly keys: readonly (string | undefined)[]
  /** From now on the page learns the outcome of a key. */
  tell(): void
}

/** Commands to `url` are executed, but their answers get lost; their outcome is not available before `tell`. */
export async function loseAnswers(page: Page, url: string): Promise<LostAnswers> {
  const keys: (string | undefined)[] = []
  const told = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort()
  })
  await page.route('**/api/command/**', async (route) => {
    await told.promise
    await route.continue()
  })
  return { keys, tell: () => told.resolve() }
}
