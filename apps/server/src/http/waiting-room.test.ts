import { expect, test } from 'vitest'
import { openWaitingRoom } from './waiting-room.ts'

const here = { host: '127.0.0.1', port: 0 }

test('a standby says that it is up and not ready, and to every call that it has to be made again', async () => {
  const waiting = await openWaitingRoom(here)
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${waiting.port}${path}`)
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
  }
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: { ok: true } })
  expect(await ask('/readyz?x=1')).toEqual({ status: 503, retryAfter: '1', body: { ready: false } })
  expect(await ask('/api/login')).toMatchObject({
    status: 503,
    retryAfter: '1',
    body: { code: 'TRY_AGAIN_LATER', message: '잠시 후 다시 시도해 주세요.' },
  })
  await waiting.close()
  await expect(ask('/healthz')).rejects.toThrow()
})

test('a port that is taken is refused, and one that is freed can be taken at once', async () => {
  const waiting = await openWaitingRoom(here)
  const { port } = waiting
  await expect(openWaitingRoom({ ...here, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await waiting.close()
  await (await openWaitingRoom({ ...here, port })).close()
})
