// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A token for suites that pays honestly or in one of the ways in which tokens in the wild do not. Whoever deploys it has all of it.
contract TestToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    /// 0: as ERC-20 says. 1: answers nothing. 2: answers false and moves nothing. 3: a tenth goes to address 1 on the way.
    uint256 public mode;
    uint8 public immutable decimals;
    address public immutable owner;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlocked;

    constructor(uint8 places, uint256 kind, uint256 supply) {
        decimals = places;
        mode = kind;
        owner = msg.sender;
        balanceOf[msg.sender] = supply;
    }

    function setMode(uint256 kind) external {
        require(msg.sender == owner, "not the owner");
        mode = kind;
    }

    function setBlocked(address account, bool blocked) external {
        require(msg.sender == owner, "not the owner");
        isBlocked[account] = blocked;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(!isBlocked[to] && !isBlocked[msg.sender], "blocked");
        if (mode == 2) return false;
        balanceOf[msg.sender] -= value;
        uint256 tax = mode == 3 ? value / 10 : 0;
        balanceOf[to] += value - tax;
        emit Transfer(msg.sender, to, value - tax);
        if (tax > 0) {
            balanceOf[address(1)] += tax;
            emit Transfer(msg.sender, address(1), tax);
        }
        if (mode == 1) assembly { return(0, 0) }
        return true;
    }
}

