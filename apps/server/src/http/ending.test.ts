import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startHttp } from '../../test/http-app.ts'

it('an end waits for the answers under way, not for the connections that callers keep', async () => {
  const [asked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const house = await startHttp({
    before: (app) =>
      app.get('/api/test/slow', async () => {
        asked.resolve()
        await mayAnswer.promise
        return { done: true }
      }),
  })
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = house.app.server.address() as AddressInfo
  const answer = fetch(`http://127.0.0.1:${port}/api/test/slow`)
  await asked.promise
  let isEnded = false
  const ended = house.close().then(() => {
    isEnded = true
  })
  await expect.poll(() => house.app.server.listening).toBe(false)
  for (let turns = 0; turns < 10; turns += 1) await turn()
  expect(isEnded).toBe(false)
  const began = performance.now()
  mayAnswer.resolve()
  expect(await (await answer).json()).toEqual({ done: true })
  // A connection is kept for 65 s while the server runs.
  await ended
  expect(performance.now() - began).toBeLessThan(30_000)
})
