import { expect, test } from 'vitest'
import type { Feed, FeedMessage } from './feed.ts'
import { combineFeeds } from './live.ts'

const feed = (instrument: string, log: string[], fails = false): Feed => ({
  name: 'live',
  async start(listener) {
    log.push(`start ${instrument}`)
    if (fails) throw new Error(`${instrument} does not start`)
    listener({ kind: 'mark', instrument, sourceTs: 1, price: 2 })
  },
  async stop() {
    log.push(`stop ${instrument}`)
  },
})

test('feeds of several venues speak as one, and end as one', async () => {
  const log: string[] = []
  const heard: FeedMessage[] = []
  const both = combineFeeds([feed('A', log), feed('B', log)])
  await both.start((message) => heard.push(message))
  expect(heard.map((message) => 'instrument' in message && message.instrument)).toEqual(['A', 'B'])
  await both.stop()
  expect(log).toEqual(['start A', 'start B', 'stop A', 'stop B'])
})

test('where one cannot start none runs', async () => {
  const log: string[] = []
  const both = combineFeeds([feed('A', log), feed('B', log, true)])
  await expect(both.start(() => undefined)).rejects.toThrow('B does not start')
  expect(log.slice(2)).toEqual(['stop A', 'stop B'])
})
