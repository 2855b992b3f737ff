import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apiDocs, apiDocsFile } from './api-docs.ts'

it('docs/api.md is current: run `node scripts/run.js scripts/api-docs.ts`', () => {
  expect(readFileSync(apiDocsFile, 'utf8')).toBe(apiDocs())
})
