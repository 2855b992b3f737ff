import { expect, test } from 'vitest'
import { codeOf, type House, operator } from '../../testing.ts'
import type { Command, Reply } from '../../types.ts'
import type { ConfigScope } from '../tables.ts'

type Changes = Extract<Command, { kind: 'configure' }>['changes']

/** A value for a key, and what a house does without it and with it; `open` where it is not the usual house. */
export interface Case<H extends House> {
  readonly to: Changes[string]
  /** What goes along, so that the key can be told apart. */
  readonly with?: Changes
  readonly open?: () => H
  readonly play: (h: H) => unknown
  readonly gives: readonly [shipped: unknown, changed: unknown]
}

/** Tests that every key of a scope changes what the house does: once as it is shipped, once with another value. */
export function testEachKey<H extends House>(
  scope: ConfigScope,
  optionId: number | null,
  keys: object,
  usual: () => H,
  cases: Readonly<Record<string, Case<H>>>,
): void {
  const configure = (h: H, changes: Changes): Reply =>
    h.do({ ...operator, kind: 'configure', scope, optionId, changes, effectiveFrom: null })

  test(`${scope}: no key is without a case`, () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(keys).sort())
  })

  test.each(Object.entries(cases))(
    `${scope}: %s changes what happens`,
    (key, { to, open = usual, play, gives, ...more }) => {
      const given = [undefined, { [key]: to }].map((changes) => {
        const h = open()
        const all = { ...more.with, ...changes }
        if (Object.keys(all).length > 0) expect(codeOf(configure(h, all))).toBe(200)
        return play(h)
      })
      expect(given).toEqual(gives)
    },
  )
}
