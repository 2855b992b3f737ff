/** Placeholder until the feature lands. */
export default function RoundsPage() {
  return <main />
}
