// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title AgentDeposits
/// @notice Money that is locked for agents, so that each of many keys costs its owner a deposit of its own.
/// Whoever locks names one agent, and money counts for that agent alone. It stops counting when its notice is given and
/// can be taken back, or locked for another agent, only after the notice has passed. Nobody else can take it, and nobody can
/// give notice for it.
contract AgentDeposits {
    struct Share {
        uint128 locked;
        uint128 leaving;
        /// From this second (block timestamp) on `leaving` can be taken.
        uint64 leavesAt;
    }

    /// @notice How long money stays after notice was given.
    uint64 public immutable noticeSeconds;

    /// @notice How much counts for an agent now, from all who locked money for it.
    mapping(address agent => uint256) public lockedOf;

    /// @notice How much each depositor locked for an agent.
    mapping(address agent => mapping(address depositor => Share)) public shareOf;

    event Locked(address indexed agent, address indexed depositor, uint256 amount);
    event NoticeGiven(address indexed agent, address indexed depositor, uint256 amount, uint64 leavesAt);
    event Taken(address indexed agent, address indexed depositor, uint256 amount);

    error NothingSent();
    error NoticeTooShort(uint64 noticeSeconds);
    error LessIsLocked(uint256 locked);
    error NothingLeaves();
    error NotYet(uint64 leavesAt);
    error PaymentFailed();

    /// @param notice At least an hour. The service looks at deposits every minute, and must not see the same money for two agents.
    constructor(uint64 notice) {
        if (notice < 1 hours) revert NoticeTooShort(notice);
        noticeSeconds = notice;
    }

    /// @notice Locks the money that is sent for an agent. Anyone may call it, for any agent.
    function lock(address agent) external payable {
        if (msg.value == 0) revert NothingSent();
        // All the ether there will ever be fits into 128 bits.
        shareOf[agent][msg.sender].locked += uint128(msg.value);
        lockedOf[agent] += msg.value;
        emit Locked(agent, msg.sender, msg.value);
    }

    /// @notice Gives notice. From now on the amount counts for nobody. Money that is already leaving waits as long as this amount.
    function giveNotice(address agent, uint128 amount) external {
        Share storage share = shareOf[agent][msg.sender];
        if (amount == 0 || amount > share.locked) revert LessIsLocked(share.locked);
        uint64 leavesAt = uint64(block.timestamp) + noticeSeconds;
        share.locked -= amount;
        share.leaving += amount;
        share.leavesAt = leavesAt;
        lockedOf[agent] -= amount;
        emit NoticeGiven(agent, msg.sender, amount, leavesAt);
    }

    /// @notice Takes back the money whose notice has passed.
    function take(address agent) external {
        Share storage share = shareOf[agent][msg.sender];
        uint256 amount = share.leaving;
        if (amount == 0) revert NothingLeaves();
        if (block.timestamp < share.leavesAt) revert NotYet(share.leavesAt);
        share.leaving = 0;
        (bool sent,) = payable(msg.sender).call{value: amount}("");
        if (!sent) revert PaymentFailed();
        emit Taken(agent, msg.sender, amount);
    }
}
