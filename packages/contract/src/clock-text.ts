/** Minutes of a day as HH:MM, up to 24:00. */
export const clockText = (minutes: unknown): string => {
  const [hour, minute] = [Math.floor(Number(minutes) / 60), Number(minutes) % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
