import { useSearch } from '@tanstack/react-router';
import { readPreferences } from './preference-store.ts';

/** What the link of this page says as a referral code, well-formed or not; else the code of the link that was followed last. */
export function useLinkedCode(): string {
  const { ref } = useSearch({ strict: false });
  return ref ?? readPreferences().ref ?? '';
}
