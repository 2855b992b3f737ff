import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { OverseaSettings } from '../src/features/oversea/settings.ts'
import type { MemberSettings } from '../src/settings/member-settings.ts'
import './css.ts'
import { type FakeOversea, fakeOversea } from './fake-oversea.ts'
import { type OpenPage, openPage, type PageSetup } from './open-page.tsx'

interface OverseaSetup extends Omit<PageSetup, 'settings'> {
  /** Kept from an earlier visit: how the member trades this book, and what all books share. */
  readonly settings?: Partial<OverseaSettings>
  readonly member?: Partial<MemberSettings>
  /** What the member has, and which sessions there are, before the page opens. */
  readonly oversea?: (oversea: FakeOversea) => void
}

/** Opens the page of EUR/USD, or another one of a member who trades it. */
export async function openOversea(setup: OverseaSetup = {}, path = '/oversea/1') {
  const { settings = {}, member = {}, oversea: prepare, server: answer, ...others } = setup
  let oversea: FakeOversea
  const opened: OpenPage = await openPage(path, {
    ...others,
    settings: { oversea: settings, settings: member },
    server(server) {
      oversea = fakeOversea(server)
      prepare?.(oversea)
      answer?.(server)
    },
  })
  return { ...opened, oversea: oversea! }
}

/** Nothing is asked before it is done. */
export const quiet = { confirms: false, confirmsClose: false, confirmsLines: false }

export const ticket = () => page.getByRole('region', { name: '주문', exact: true })
export const go = (side: '매수' | '매도' | '청산') =>
  page.css('.tk-go').getByRole('button', { name: new RegExp(`^${side}`) })
export const chip = (count: number) =>
  ticket()
    .getByRole('group', { name: '자주 쓰는 수량' })
    .getByRole('button', { name: String(count), exact: true })
export const count = () => ticket().getByLabelText(/^수량\(계약\)/)
export const alertOf = (text: string) => ticket().getByRole('alert').filter({ hasText: text }).first()
/** A label of the chart. */
export const tag = (text: RegExp) => page.css('.tc-tag').filter({ hasText: text })
export const card = (name = '유로/달러 매수') => page.getByRole('article', { name, exact: true })
/** A tab of the lists. */
export const tab = (name: RegExp) => page.getByRole('tab', { name })
export const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

/** A figure of the margin account. */
export const figure = (label: string) => page.css('.ov-acct > div').filter({ hasText: label }).css('dd')

/** Answers the alert that is shown. */
export async function answer(text: string | RegExp, button = '확인'): Promise<void> {
  await expect.element(dialog('알림').getByText(text)).toBeVisible()
  await dialog('알림').getByRole('button', { name: button, exact: true }).click()
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
}

/** One-touch, after its risk was read. */
export async function arm(): Promise<void> {
  await ticket().getByRole('radio', { name: '원터치' }).click()
  await expect.element(page.getByText('확인 없이 바로 시장가 주문이 나갑니다', { exact: false })).toBeVisible()
  await dialog('원터치 주문').getByRole('switch', { name: '원터치 주문 켜기' }).click()
  await expect.element(ticket().getByText('누르면 바로 주문됩니다')).toBeVisible()
}
