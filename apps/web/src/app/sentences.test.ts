import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Texts } from '@maru/client/i18n/texts'
import { describe, expect, test } from 'vitest'
import { sheetTexts } from '../features/futures/sheets/texts.ts'
import { futuresTexts } from '../features/futures/texts.ts'
import { overseaTexts } from '../features/oversea/texts.ts'
import { ticketTexts } from '../features/oversea/ticket/texts.ts'
import { registerTexts } from '../features/register/texts.ts'
import { liveTexts } from '../live/texts.ts'
import { menuTexts } from '../shell/menu-texts.ts'
import { appTexts } from '../shell/texts.ts'
import { tradingTexts } from '../trading/texts.ts'

const shared = join(import.meta.dirname, '../../../../../shared')
const catalogueFile = join(shared, 'data/errors.json')
const specificationFile = join(shared, 'spec/specification.md')

interface Sentence {
  readonly ko: string
  readonly en: string
}
const sentence = <K extends string>({ ko, en }: Texts<K>, key: NoInfer<K>): Sentence => ({ ko: ko[key], en: en[key] })

/** What the page says by itself, without an answer of the server, by the catalogue's code. */
const own: Readonly<Record<string, Sentence>> = {
  ACCOUNT_DENIED: sentence(appTexts, 'denied'),
  DEVICE_MOBILE_BLOCKED: sentence(appTexts, 'device'),
  CHUNK_LOAD_ERROR: sentence(appTexts, 'chunkFailed'),
  CONNECTION_LOST: sentence(liveTexts, 'connectionLost'),
  RECONNECTING: sentence(liveTexts, 'reconnecting'),
  RECONNECT_FAILED: sentence(liveTexts, 'reconnectFailed'),
  ALL_STOCKS_CLOSED: sentence(overseaTexts, 'allClosed'),
}

/** Parameters have other names where a ticket fills them in. */
const shapeOf = (text: string) => text.replaceAll(/\{\w+\}/g, '{}')
const shapesOf = ({ ko, en }: Sentence) => ({ ko: shapeOf(ko), en: shapeOf(en) })

describe.skipIf(!existsSync(catalogueFile))('the sentences of the error catalogue', () => {
  const catalogue = new Map(
    (JSON.parse(readFileSync(catalogueFile, 'utf8')) as (Sentence & { code: string })[]).map(({ code, ko, en }) => [
      code,
      { ko, en },
    ]),
  )

  test.each(Object.entries(own))('%s is said as it stands there', (code, said) => {
    expect(said).toEqual(catalogue.get(code))
  })

  test.each([[futuresTexts], [sheetTexts], [ticketTexts]] as readonly [Texts<string>][])(
    'a fault of $name that is told by one of them in one language is so in both',
    (texts) => {
      const codes = Object.keys(texts.ko).filter((key) => catalogue.has(key))
      expect(codes.length).toBeGreaterThan(3)
      for (const code of codes) {
        const ours = shapesOf(sentence(texts, code))
        const theirs = shapesOf(catalogue.get(code)!)
        if (ours.ko === theirs.ko || ours.en === theirs.en) expect([code, ours]).toEqual([code, theirs])
      }
    },
  )
})

describe.skipIf(!existsSync(specificationFile))('the sentences of the specification', () => {
  const specification = readFileSync(specificationFile, 'utf8').toLowerCase()
  test.each([
    ['Mobile device access is not allowed', own['DEVICE_MOBILE_BLOCKED']],
    ['reconnecting due to unstable connection', own['RECONNECTING']],
    ['reconnection failed, refresh and retry', own['RECONNECT_FAILED']],
    ['Connection lost, please log in again shortly', own['CONNECTION_LOST']],
    ['all stocks are closed', own['ALL_STOCKS_CLOSED']],
    ['stock is currently closed', sentence(ticketTexts, 'STOCK_CLOSED')],
    ['order filled', sentence(tradingTexts, 'orderFilled')],
    ['liquidation', sentence(tradingTexts, 'positionLiquid')],
    ['Stop signing up?', sentence(registerTexts, 'leaveAsk')],
    ['notice', sentence(liveTexts, 'alert')],
    ['close', sentence(appTexts, 'close')],
    ['coming soon', sentence(menuTexts, 'preparing')],
    ['ChunkLoadError', own['CHUNK_LOAD_ERROR']],
  ])('“%s”', (words, said) => {
    expect(specification).toContain(words.toLowerCase())
    expect(said?.en.toLowerCase()).toContain(words.toLowerCase())
  })
})
