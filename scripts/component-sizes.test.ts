import { expect, test } from 'vitest'
import { sizeFaults } from './component-sizes.ts'

const component = (name: string, lines: number) =>
  [
    `export function ${name}({`,
    '  open,',
    '}: Props) {',
    ...Array.from({ length: lines - 4 }, () => '  open()'),
    '}',
    '',
  ].join('\n')

test('a component has at most 120 lines, a file of components fewer than 150', () => {
  expect(sizeFaults('apps/web/src/features/more/more-page.tsx', component('Page', 120))).toEqual([])
  expect(sizeFaults('apps/web/src/features/more/more-page.tsx', component('Page', 121))).toEqual([
    'apps/web/src/features/more/more-page.tsx: Page has 121 lines, more than 120',
  ])
  const two = `${component('One', 75)}${component('Two', 75)}`
  expect(sizeFaults('packages/ui/src/components/modal.tsx', two)).toEqual([
    'packages/ui/src/components/modal.tsx: 150 lines, more than 149',
  ])
})

test('what stands before or after a component is none of its lines', () => {
  const small = "const limit = 3\nconst words = {\n  a: 'b',\n} as const\n"
  expect(sizeFaults('apps/web/src/app/frame.tsx', `${small}${component('Frame', 119)}${small}`)).toEqual([])
})

test('other files are none of its business', () => {
  expect(sizeFaults('apps/web/src/trading/lanes.ts', component('lanes', 300))).toEqual([])
  expect(sizeFaults('apps/web/src/live/notices.test.tsx', component('Notices', 300))).toEqual([])
})
