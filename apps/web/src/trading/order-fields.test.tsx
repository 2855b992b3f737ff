// @vitest-environment happy-dom

import { DecimalStepper, Slider } from '@maru/ui'
import { act, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let host: HTMLElement
let unmount: () => void
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  act(unmount)
  host.remove()
})

function show(element: ReactNode) {
  const root = createRoot(host)
  unmount = () => root.unmount()
  act(() => root.render(element))
}
const values: string[] = []
function Price({ first, start }: { first: string; start?: string }) {
  const [value, setValue] = useState(first)
  const onValue = (next: string) => {
    values.push(next)
    setValue(next)
  }
  return (
    <DecimalStepper
      label="가격"
      value={value}
      onValue={onValue}
      step="0.1"
      decimals={1}
      decreaseLabel="낮추기"
      increaseLabel="높이기"
      {...(start !== undefined && { start })}
    />
  )
}
const input = () => host.querySelector<HTMLInputElement>('input')!
const press = (label: string) => act(() => host.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`)!.click())
function type(text: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  act(() => {
    set?.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test('what is typed is shown with separators and told as a plain decimal', () => {
  show(<Price first="65400.0" />)
  expect(input().value).toBe('65,400.0')
  values.length = 0
  type('65,401.')
  expect(input().value).toBe('65,401.')
  expect(values.at(-1)).toBe('65401')
  type('65,401.25')
  expect(input().value).toBe('65,401.25')
  expect(values.at(-1)).toBe('')
  expect(host.querySelector('[role="alert"]')?.textContent).toBe('소수점 아래 1자리까지 입력할 수 있습니다.')
  type('65,401.2')
  expect(values.at(-1)).toBe('65401.2')
  expect(host.querySelector('[role="alert"]')).toBeNull()
})

test('the buttons and the arrow keys step by one tick', () => {
  show(<Price first="65400.0" />)
  press('높이기')
  expect(input().value).toBe('65,400.1')
  press('낮추기')
  press('낮추기')
  expect(input().value).toBe('65,399.9')
  act(() => void input().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true })))
  expect(input().value).toBe('65,400.0')
})

test('the first step of an empty field goes from the last price', () => {
  show(<Price first="" start="60123.4" />)
  press('높이기')
  expect(input().value).toBe('60,123.5')
})

test('a slider says its value in words, and a mark chooses its own', () => {
  const chosen: number[] = []
  const choose = (value: number) => void chosen.push(value)
  show(
    <Slider label="비율" value={25} onChange={choose} max={100} marks={[0, 25, 50]} format={(value) => `${value}%`} />,
  )
  expect(host.querySelector('input')?.getAttribute('aria-valuetext')).toBe('25%')
  const marks = [...host.querySelectorAll('button')]
  expect(marks.map(({ textContent }) => textContent)).toEqual(['0%', '25%', '50%'])
  act(() => marks[2]!.click())
  expect(chosen).toEqual([50])
})
