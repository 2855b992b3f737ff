import { expect, test } from 'vitest'
import { byStaff } from '../../envelope.ts'
import { defaultMoney } from '../../money/default-money.ts'
import { codeOf, House, SITE } from '../../testing.ts'
import { shippedSite } from '../shipped.ts'

const configure = (h: House, changes: Readonly<Record<string, number | string>>, scope: 'site' | 'money' = 'site') =>
  h.do({
    kind: 'configure',
    ...byStaff(SITE, 9, '점검'),
    scope,
    optionId: null,
    changes,
    effectiveFrom: null,
  })

/** Each number with the direction in which it guards less. */
const looser = {
  signInTries: 1,
  signInLockMs: -1,
  signInsAMinute: 1,
  refreshesAMinute: 1,
  ordersASecond: 1,
  moneyAMinute: 1,
  otpsAMinute: 1,
  codeTries: 1,
  codeResendMs: -1,
  codesAnHour: 1,
} as const

test.each(Object.entries(looser))('%s is never looser than shipped', (key, step) => {
  const h = new House()
  const shipped = shippedSite[key as keyof typeof looser]
  h.settle()
  const before = h.core.stateHash()
  expect(configure(h, { [key]: shipped + step }).body).toMatchObject({ code: 'INVALID_REQUEST', params: { key } })
  expect(h.core.stateHash()).toBe(before)
  expect(codeOf(configure(h, { [key]: shipped - step }))).toBe(200)
  expect(codeOf(configure(h, { [key]: shipped }))).toBe(200)
})

test('two persons agree from the shipped amount on, or from less: a site that asks for more is refused', () => {
  const h = new House()
  h.settle()
  const before = h.core.stateHash()
  const from = (fourEyesFrom: bigint) => configure(h, { fourEyesFrom: String(fourEyesFrom) }, 'money')
  const refused = { code: 'INVALID_REQUEST', params: { key: 'fourEyesFrom', rule: 'RANGE' } }
  expect(from(defaultMoney.fourEyesFrom + 1n).body).toMatchObject(refused)
  expect(h.core.stateHash()).toBe(before)
  expect(codeOf(from(1n))).toBe(200)
  expect(codeOf(from(defaultMoney.fourEyesFrom))).toBe(200)
})
