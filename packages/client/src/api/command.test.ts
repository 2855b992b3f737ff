import { describe, expect, test } from 'vitest'
import { type CommandPorts, newKey, reconcile } from './command.ts'
import { ApiError } from './error.ts'

const ports = (status: CommandPorts['status'][], abandon: CommandPorts['abandon'][]) => {
  const asked: string[] = []
  const next = (list: CommandPorts['status'][], name: string) => (key: string) => {
    asked.push(name)
    const answer = list.length > 1 ? list.shift() : list[0]
    if (!answer) throw new Error(`${name} was not expected`)
    return answer(key)
  }
  return { asked, status: next(status, 'status'), abandon: next(abandon, 'abandon'), wait: async () => undefined }
}
const unknown = async () => null
const offline = () => Promise.reject(new ApiError('NETWORK'))
const done = async () => ({ status: 200, body: { id: 7 } })

describe('a command without an answer', () => {
  test('that was carried out returns its stored reply', async () => {
    expect(await reconcile('k', ports([unknown, done], []))).toEqual({ id: 7 })
  })
  test('that was refused throws the stored refusal', async () => {
    const refused = async () => ({
      status: 409,
      body: { code: 'ROUND_NOT_OPEN', message: '…', params: {}, traceId: 't' },
    })
    await expect(reconcile('k', ports([refused], []))).rejects.toMatchObject({ code: 'ROUND_NOT_OPEN', status: 409 })
  })
  test('that the server does not know is given up, and then certainly did not happen', async () => {
    const given = ports([unknown], [unknown])
    await expect(reconcile('k', given)).rejects.toMatchObject({ code: 'NOT_PROCESSED' })
    expect(given.asked).toEqual(['status', 'status', 'status', 'abandon'])
  })
  test('that arrived just before it was given up returns its reply', async () => {
    expect(await reconcile('k', ports([unknown], [done]))).toEqual({ id: 7 })
  })
  test('is asked for again while nothing answers', async () => {
    expect(await reconcile('k', ports([offline], [offline, offline, done]))).toEqual({ id: 7 })
  })
  test('is called unknown when nothing ever answers', async () => {
    await expect(reconcile('k', ports([offline], [offline]))).rejects.toMatchObject({ code: 'RESULT_UNKNOWN' })
  })
  test('has a random UUID of version 4 as its key', () => {
    expect(newKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
