import { Amount } from '../../shared/ui/amount.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Contact } from '../../shared/ui/contact.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { StateMark } from '../../shared/ui/state-mark.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { Piece } from './kit-piece.tsx';

const loaded = Date.now();

/** What stands within a line of text: marks, logos, times, amounts and contacts. */
export function KitMarks() {
  return (
    <>
      <Piece name="Marks">
        <Tag>New</Tag>
        <StateMark state="good">Online</StateMark>
        <StateMark state="waiting">Waiting</StateMark>
        <StateMark state="idle">Offline</StateMark>
        <StateMark state="error">Error</StateMark>
        <CoinLogo symbol="DOGE" size={32} />
        <CoinLogo symbol="NOPE" size={32} />
        <CoinLogo symbol="BTC" size={20} />
        <RelativeTime at={loaded} />
      </Piece>
      <Piece name="Amount">
        {([40, 28, 16, 14] as const).map((size) => (
          <Amount key={size} amount="1234.56789" unit="DOGE" size={size} />
        ))}
        <Amount amount="3.25" unit="DOGE" size={14} sign="+" />
      </Piece>
      <Piece name="Contact">
        <p>
          <Contact text="operator@pool.example" />, <Contact text="https://pool.example/help" />,{' '}
          <Contact text="in the chat of the club" />
        </p>
      </Piece>
    </>
  );
}
