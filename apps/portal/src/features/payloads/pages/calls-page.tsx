import { PayloadList } from '../payload-list.tsx'

export default function CallsPage() {
  return <PayloadList name="calls" />
}
