import { PayloadList } from '../payload-list.tsx'

export default function PhotosPage() {
  return <PayloadList name="photos" />
}
