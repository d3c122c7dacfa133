// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface Balances {
    function balanceOf(address owner) external view returns (uint256);
}

/// Tries a payment of a token and says what came of it. It is never deployed: a node runs it in the place of the pool's account
/// (`eth_call` with a state override), and nothing of what it does stays.
contract PaymentTrial {
    /// 0: paid exactly. 1: refused. 2: answered that it did not pay. 3: there is no contract. 4: the payee got another amount.
    /// 5: another amount left the account.
    function tryPayment(address token, address payee, uint256 amount) external returns (uint256) {
        if (token.code.length == 0) return 3;
        uint256 payeeBefore = Balances(token).balanceOf(payee);
        uint256 ownBefore = Balances(token).balanceOf(address(this));
        (bool isDone, bytes memory answer) =
            token.call(abi.encodeWithSelector(0xa9059cbb, payee, amount));
        if (!isDone) return 1;
        if (answer.length != 0 && (answer.length < 32 || abi.decode(answer, (uint256)) != 1)) return 2;
        uint256 payeeAfter = Balances(token).balanceOf(payee);
        uint256 ownAfter = Balances(token).balanceOf(address(this));
        if (payeeAfter < payeeBefore || payeeAfter - payeeBefore != amount) return 4;
        if (ownAfter > ownBefore || ownBefore - ownAfter != amount) return 5;
        return 0;
    }
}
