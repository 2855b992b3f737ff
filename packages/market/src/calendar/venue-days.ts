import type { Instrument } from '../feed.ts'

/**
 * An unusual day of a venue: it has no session, or its session ends at this time of day in New York. A group that
 * is not named has its ordinary hours.
 */
export interface VenueDay
  extends Partial<Record<Exclude<Instrument['kind'], 'crypto'>, 'closed' | `${number}:${number}`>> {
  /** The venue's trading day, which begins in the evening before. */
  readonly day: string
  readonly name: string
  /** Projected from earlier years: the venue had not published the day yet. */
  readonly isProjected?: true
}

export const venueTimeZone = 'America/New_York'

/** The last day up to which the table is whole. */
export const venueDaysEnd = '2027-12-31'

/**
 * Holidays of the CME group for the currencies, metals and stock indices whose contracts our instruments model; OANDA's
 * CFDs follow them. Beyond `venueDaysEnd` no holiday is known: the table has to be continued before.
 */
export const venueDays: readonly VenueDay[] = [
  { day: '2025-01-01', name: "New Year's Day", fx: 'closed', metal: 'closed', index: 'closed' },
  { day: '2025-01-20', name: 'Martin Luther King Day', metal: '14:30', index: '13:00' },
  { day: '2025-02-17', name: "Presidents' Day", metal: '14:30', index: '13:00' },
  { day: '2025-04-18', name: 'Good Friday', fx: 'closed', metal: 'closed', index: 'closed' },
  { day: '2025-05-26', name: 'Memorial Day', metal: '14:30', index: '13:00' },
  { day: '2025-06-19', name: 'Juneteenth', metal: '14:30', index: '13:00' },
  { day: '2025-07-03', name: 'day before Independence Day', index: '13:15' },
  { day: '2025-07-04', name: 'Independence Day', fx: '13:00', metal: '13:00', index: '13:00' },
  { day: '2025-09-01', name: 'Labor Day', metal: '14:30', index: '13:00' },
  { day: '2025-11-27', name: 'Thanksgiving', metal: '14:30', index: '13:00' },
  { day: '2025-11-28', name: 'day after Thanksgiving', fx: '14:45', metal: '14:45', index: '13:15' },
  { day: '2025-12-24', name: 'Christmas Eve', fx: '13:45', metal: '13:45', index: '13:15' },
  { day: '2025-12-25', name: 'Christmas', fx: 'closed', metal: 'closed', index: 'closed' },
  { day: '2026-01-01', name: "New Year's Day", fx: 'closed', metal: 'closed', index: 'closed' },
  { day: '2026-01-19', name: 'Martin Luther King Day', metal: '14:30', index: '13:00' },
  { day: '2026-02-16', name: "Presidents' Day", metal: '14:30', index: '13:00' },
  { day: '2026-04-03', name: 'Good Friday', fx: '11:15', metal: 'closed', index: '09:15' },
  { day: '2026-05-25', name: 'Memorial Day', metal: '14:30', index: '13:00' },
  { day: '2026-06-19', name: 'Juneteenth', fx: '13:00', metal: '13:00', index: '13:00' },
  { day: '2026-07-03', name: 'Independence Day observed', fx: '13:00', metal: '13:00', index: '13:00' },
  { day: '2026-09-07', name: 'Labor Day', metal: '14:30', index: '13:00' },
  { day: '2026-11-26', name: 'Thanksgiving', metal: '14:30', index: '13:00' },
  { day: '2026-11-27', name: 'day after Thanksgiving', fx: '14:45', metal: '14:45', index: '13:15' },
  { day: '2026-12-24', name: 'Christmas Eve', fx: '13:45', metal: '13:45', index: '13:15' },
  { day: '2026-12-25', name: 'Christmas', fx: 'closed', metal: 'closed', index: 'closed' },
  { day: '2027-01-01', name: "New Year's Day", fx: 'closed', metal: 'closed', index: 'closed' },
  { day: '2027-01-18', name: 'Martin Luther King Day', metal: '14:30', index: '13:00', isProjected: true },
  { day: '2027-02-15', name: "Presidents' Day", metal: '14:30', index: '13:00', isProjected: true },
  { day: '2027-03-26', name: 'Good Friday', fx: 'closed', metal: 'closed', index: 'closed', isProjected: true },
  { day: '2027-05-31', name: 'Memorial Day', metal: '14:30', index: '13:00', isProjected: true },
  { day: '2027-06-18', name: 'Juneteenth observed', fx: '13:00', metal: '13:00', index: '13:00' },
  { day: '2027-07-05', name: 'Independence Day observed', metal: '14:30', index: '13:00', isProjected: true },
  { day: '2027-09-06', name: 'Labor Day', metal: '14:30', index: '13:00', isProjected: true },
  { day: '2027-11-25', name: 'Thanksgiving', metal: '14:30', index: '13:00', isProjected: true },
  { day: '2027-11-26', name: 'day after Thanksgiving', fx: '14:45', metal: '14:45', index: '13:15', isProjected: true },
  { day: '2027-12-24', name: 'Christmas observed', fx: 'closed', metal: 'closed', index: 'closed', isProjected: true },
]
