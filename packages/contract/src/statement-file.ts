import { z } from 'zod'
import { desk, deskRead } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Currency } from './enums.ts'
import { Decimal, EpochMs } from './primitives.ts'
import { Wording } from './wording.ts'

export const LineKind = z.enum(['deposit', 'payout', 'return', 'fee', 'transfer'])
export const Signed = z.string().regex(/^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/)
const Column = z.string().trim().min(1).max(60)

/** The columns of a bank's own file, by the names in its head. The amount is one signed column, or what came in and what went out. */
export const StatementColumns = z.strictObject({
  at: Column.meta({ description: 'Day and time in Korea, or with an offset; the day alone where `time` is named' }),
  time: Column.optional(),
  amount: Column.optional(),
  moneyIn: Column.optional(),
  moneyOut: Column.optional(),
  fee: Column.optional(),
  reference: Column.optional(),
  providerRef: Column.optional(),
  kind: Column.optional().meta({ description: 'Without it: deposit above zero, payout below' }),
  valueDate: Column.optional(),
})
export type StatementColumns = z.infer<typeof StatementColumns>

/** A day's statement as a file. */
export const StatementFile = z.strictObject({
  provider: z.string().max(30),
  currency: Currency,
  day: z.iso.date(),
  opening: Signed.meta({ description: 'Of a correction: as it is with the correction' }),
  closing: Signed.meta({ description: 'Of a correction: as it is with the correction' }),
  csv: z.string().min(1).max(1_000_000),
  columns: StatementColumns.optional().meta({
    description: 'Where the file has no head of ours; stored for the provider with the import',
  }),
  isCorrection: z.boolean().optional().meta({
    description: 'The file holds only lines that are added to a final day; what is stored of it stays',
  }),
})

const Outcome = z.enum(['MATCHED', 'NEW', 'SUSPENSE', 'DUPLICATE', 'BREAK'])
export type PreviewOutcome = z.infer<typeof Outcome>

/** What an import would do, without doing it. */
export const StatementPreview = z.object({
  faults: z
    .array(z.object({ line: z.int(), why: Wording }))
    .meta({ description: 'What cannot be read, by its line in the file, the first 100; then nothing else is told' }),
  counts: z.record(Outcome, z.int()),
  lines: z
    .array(
      z.object({
        line: z.int(),
        outcome: Outcome.meta({
          description:
            'MATCHED: it shows what the ledger holds; NEW: it completes a request, a payout or a fee; SUSPENSE: money of nobody known yet; DUPLICATE: stored already; BREAK: nothing in the ledger fits',
        }),
        kind: LineKind,
        providerRef: z.string(),
        reference: z.string().nullable(),
        amount: Decimal,
        fee: Decimal,
        at: EpochMs,
      }),
    )
    .meta({ description: 'The first 500' }),
  gone: z.int().meta({ description: 'Stored lines of the day that the file does not have' }),
  sum: Decimal.meta({ description: 'Opening balance and all lines' }),
  isBalanced: z.boolean().meta({ description: 'Whether that is the closing balance' }),
})
export type StatementPreview = z.infer<typeof StatementPreview>

export const statementFileEndpoints = {
  statementPreview: endpoint({
    ...desk,
    changesNothing: true,
    params: z.object({}),
    path: '/api/console/statement/preview',
    summary: '거래 내역을 가져오면 어떻게 되는지 미리보기: 아무것도 바꾸지 않습니다',
    maxBytes: 1_048_576,
    body: StatementFile,
    response: StatementPreview,
    errors: ['INVALID_REQUEST', 'STATEMENT_FINAL', 'STATEMENT_COLUMNS'],
  }),
  statementColumns: endpoint({
    ...deskRead,
    path: '/api/console/statement/columns',
    summary: '제공사 파일의 열: 한 번 고른 것',
    response: z.object({ providers: z.array(z.object({ provider: z.string(), columns: StatementColumns })) }),
  }),
}
