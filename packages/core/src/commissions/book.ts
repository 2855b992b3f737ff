import type { Book } from '../book.ts'
import { storedCell } from '../effects.ts'
import { closeCommissions } from './close.ts'
import { holdCommission } from './pay.ts'
import { commissionsOf, payableName, weekName } from './state.ts'

/** Commissions of partners (rules F): weeks are closed once, and what they owe waits until it is paid or rejected by two persons. */
export const commissions = {
  name: 'commissions',
  commands: {
    closeCommissions: { actors: ['system'], key: 'none', run: closeCommissions },
    holdCommission: { actors: ['staff'], key: 'client', run: holdCommission },
  },
  restore(state, snapshot) {
    const { closes, payables } = commissionsOf(state)
    for (const row of snapshot.commissionCloses) closes.set(weekName(row), row)
    for (const row of snapshot.commissionPayables) payables.set(payableName(row), storedCell(row))
  },
  rows: (state) => ({
    commissionCloses: [...commissionsOf(state).closes.values()],
    commissionPayables: [...commissionsOf(state).payables.values()].map(({ row }) => row),
  }),
} satisfies Book
