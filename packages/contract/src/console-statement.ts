import { z } from 'zod'
import { desk, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Currency } from './enums.ts'
import { listCut } from './list-cut.ts'
import { Decimal, DecimalInput, EpochMs, Id, IdParam, PageParam, pageOf, SizeParam } from './primitives.ts'
import { LineKind, StatementFile } from './statement-file.ts'

/** A line of an imported file beside the stored one of the same number. */
export const ImportLine = z.object({
  change: z.enum(['ADDED', 'CHANGED', 'SAME', 'GONE']).meta({
    description: 'What the import does to the stored line; GONE: the day has it now, and the file does not',
  }),
  kind: LineKind,
  providerRef: z.string(),
  reference: z.string().nullable(),
  amount: Decimal,
  fee: Decimal,
  at: EpochMs,
})
export type ImportLine = z.infer<typeof ImportLine>

/** An imported line that would move money or complete a request: it waits for a person who did not import it. */
export const WaitingLine = z.object({
  provider: z.string(),
  currency: Currency,
  day: z.iso.date(),
  kind: LineKind,
  providerRef: z.string(),
  reference: z.string().nullable(),
  amount: Decimal,
  fee: Decimal,
  at: EpochMs,
  requestId: Id.nullable().meta({ description: 'The open request that the line names' }),
  importedByName: z.string(),
  importReason: z.string(),
  mayConfirm: z.boolean().meta({ description: 'Never of a line that the caller imported' }),
})
export type WaitingLine = z.infer<typeof WaitingLine>

/** What a provider may take for a line of a statement. */
const TariffRate = z.strictObject({
  fixed: DecimalInput.meta({ description: 'Of each line; of kind fee: of all lines of a day together' }),
  ratePpm: z.int().min(0).max(1_000_000).meta({ description: 'Of the line’s amount, in millionths' }),
})
export const Tariff = z.object({
  provider: z.string(),
  currency: Currency,
  kind: LineKind,
  fixed: Decimal,
  ratePpm: z.int(),
  updatedAt: EpochMs,
})
export type Tariff = z.infer<typeof Tariff>

export const consoleStatementEndpoints = {
  statementImport: endpoint({
    ...desk,
    params: z.object({}),
    path: '/api/console/statement',
    summary: '거래 내역 가져오기: 하루치 CSV를 수동으로, 두 사람이. 확정된 날은 정정 줄로만 고칩니다',
    maxBytes: 1_048_576,
    body: StatementFile.extend({ reason: Reason }),
    response: Waiting,
    errors: [
      'INVALID_REQUEST',
      'STATEMENT_FINAL',
      'STATEMENT_LINE_INVALID',
      'STATEMENT_SUM_MISMATCH',
      'STATEMENT_COLUMNS',
    ],
  }),
  statementImportLines: endpoint({
    ...deskRead,
    path: '/api/console/statement/import',
    summary: '가져올 거래 내역의 모든 줄: 두 번째 사람이 확인합니다',
    query: z.object({ id: IdParam, page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(ImportLine),
    errors: ['HISTORY_NOT_FOUND'],
  }),
  statementWaiting: endpoint({
    ...deskRead,
    path: '/api/console/statement/line',
    summary: '수동으로 가져와 확인을 기다리는 줄',
    query: z.object({ ...listCut, page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(WaitingLine),
  }),
  tariffList: endpoint({
    ...deskRead,
    path: '/api/console/statement/tariff',
    summary: '제공사 수수료표: 거래 내역의 수수료를 어디까지 그대로 올리는지',
    query: z.object({ page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(Tariff),
  }),
  tariffChange: endpoint({
    ...desk,
    permission: 'treasury',
    params: z.object({}),
    path: '/api/console/statement/tariff',
    summary: '제공사 수수료표 바꾸기: 두 사람이',
    body: z.strictObject({
      reason: Reason,
      provider: z.string().max(30),
      currency: Currency,
      kind: LineKind,
      before: TariffRate.optional().meta({ description: 'As the caller saw it; without it there was none' }),
      after: TariffRate.optional().meta({ description: 'Without it none, and the provider’s own word counts' }),
    }),
    response: Waiting,
    errors: ['INVALID_REQUEST', 'SETTING_INVALID', 'STALE_VERSION'],
  }),
  statementConfirm: endpoint({
    ...desk,
    params: z.object({}),
    path: '/api/console/statement/line/confirm',
    summary: '가져온 줄 확인: 가져오지 않은 사람이. 그 줄이 원장에 올라갑니다',
    body: z.strictObject({
      reason: Reason,
      provider: z.string().max(30),
      currency: Currency,
      kind: LineKind,
      providerRef: z.string().min(1).max(100),
    }),
    response: z.object({}),
    errors: ['HISTORY_NOT_FOUND', 'STALE_VERSION', 'APPROVAL_SELF'],
  }),
}
