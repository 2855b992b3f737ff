// @vitest-environment happy-dom

import type { AlertSetting, Alerts } from '@maru/contract'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { alertsQuery } from '../../kit/alerts/query.ts'
import { saveSetting } from './queries.ts'

interface Sent {
  readonly body: AlertSetting
  readonly answer: PromiseWithResolvers<AlertSetting>
}
const sent = vi.hoisted(() => [] as Sent[])
vi.mock('@maru/client/api/client', () => ({
  call: (_name: string, { body }: { body: AlertSetting }) => {
    const answer = Promise.withResolvers<AlertSetting>()
    sent.push({ body, answer })
    return answer.promise
  },
}))

const silent = { app: false, push: false, mail: false }
const kinds = ['LIQUIDATION', 'PRICE', 'ROUND', 'ORDER', 'MONEY', 'ECONOMIC'] as const
const first = {
  channels: Object.fromEntries(kinds.map((kind) => [kind, silent])),
  quiet: null,
  earlyRatio: null,
  releases: null,
} as AlertSetting

let cache: QueryClient
beforeEach(() => {
  sent.length = 0
  cache = new QueryClient()
  read(first)
})
const read = (setting: AlertSetting) => cache.setQueryData<Alerts>(alertsQuery.queryKey, { setting } as Alerts)
const shown = () => cache.getQueryData<Alerts>(alertsQuery.queryKey)?.setting
const early = (ratio: AlertSetting['earlyRatio']) => (now: AlertSetting) => ({ ...now, earlyRatio: ratio })
const releases = (importance: AlertSetting['releases']) => (now: AlertSetting) => ({ ...now, releases: importance })
/** The next change that leaves is answered with itself. */
async function answerNext(at: number): Promise<void> {
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(at))
  sent[at]?.answer.resolve(sent[at].body)
}

test('a second change before the first one is drawn or saved keeps the first one', async () => {
  const saved = Promise.all([saveSetting(cache, early(70)), saveSetting(cache, releases(2))])
  expect(shown()).toMatchObject({ earlyRatio: 70, releases: 2 })
  await answerNext(0)
  await answerNext(1)
  expect(await saved).toEqual([true, true])
  expect(sent.map(({ body }) => [body.earlyRatio, body.releases])).toEqual([
    [70, null],
    [70, 2],
  ])
  expect(shown()).toMatchObject({ earlyRatio: 70, releases: 2 })
})

test('what was read while a change was on its way is not what the next change builds on', async () => {
  const one = saveSetting(cache, early(60))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  read(first)
  const two = saveSetting(cache, releases(3))
  await answerNext(0)
  await answerNext(1)
  await Promise.all([one, two])
  expect(sent[1]?.body).toMatchObject({ earlyRatio: 60, releases: 3 })
  expect(shown()).toMatchObject({ earlyRatio: 60, releases: 3 })
})

test('a change that the server refuses is not built on', async () => {
  const refused = saveSetting(cache, early(50))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.answer.reject(new Error('refused'))
  expect(await refused).toBe(false)
  read(first)
  const next = saveSetting(cache, releases(2))
  await answerNext(1)
  expect(await next).toBe(true)
  expect(sent[1]?.body).toMatchObject({ earlyRatio: null, releases: 2 })
})
