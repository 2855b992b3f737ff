import { expect, it } from 'vitest'
import { webAddressOf } from './rich-text.ts'

it('takes web addresses, completes them, and takes nothing else', () => {
  expect(webAddressOf(' example.com/a ')).toBe('https://example.com/a')
  expect(webAddressOf('http://example.com')).toBe('http://example.com/')
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.c', '', 'a b', 'localhost'])
    expect(webAddressOf(text)).toBe(null)
})
