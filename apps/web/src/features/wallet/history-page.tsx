/** Placeholder until the feature lands. */
export default function HistoryPage() {
  return <main />
}
