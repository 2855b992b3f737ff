export { providerOfAccount } from './accounts.ts'
export { lineFaultCodes, releaseClosingLine, takeClosingLine, takeReturnLine } from './closing-line.ts'
export { registerStatementImport } from './import.ts'
export { reconcileSite, statementJob } from './reconcile.ts'
