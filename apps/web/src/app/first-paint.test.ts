import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const tokens = read('../../../../packages/ui/src/tokens.css')

test('the outline that stands before any file has come has the colours of the design', () => {
  const [style = ''] = /<style>.*<\/style>/s.exec(read('../../index.html')) ?? []
  const used = [...style.matchAll(/#[0-9a-f]{6}/g)].map(([color]) => color)
  const [dark = '', light = ''] = ['[data-theme="dark"] {', '\n[data-theme="light"] {'].map(
    (theme) => tokens.split(theme)[1],
  )
  const token = (theme: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1]
  const names = ['bg', 'control', 'text-3']
  expect(used).toEqual(names.flatMap((name) => [token(dark, name), token(light, name)]))
})
