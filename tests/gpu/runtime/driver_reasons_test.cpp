// What the user reads if a driver cannot be used.
#include "gpu/runtime/driver_reasons.h"

#include <gtest/gtest.h>

namespace tactus::gpu {
namespace {

TEST(DriverReasons, AnOldDriverHasACheaperRemedyIfAToolkitForItIsEnough) {
  EXPECT_EQ(why_too_old(13000, 13000), "");
  EXPECT_EQ(why_too_old(12040, 12090), "") << "one major number";
  EXPECT_EQ(why_too_old(13010, 12040), "");
  EXPECT_EQ(why_too_old(12040, 13000),
            "the NVIDIA driver is too old: it supports CUDA 12.4, this program needs CUDA 13.0; "
            "update the driver, or build with a CUDA Toolkit 12.x, from 12.4 on, which this driver "
            "can run");
  EXPECT_EQ(why_too_old(13010, 14000),
            "the NVIDIA driver is too old: it supports CUDA 13.1, this program needs CUDA 14.0; "
            "update the driver, or build with a CUDA Toolkit 13.x, which this driver can run");
  EXPECT_EQ(why_too_old(11080, 12040),
            "the NVIDIA driver is too old: it supports CUDA 11.8, this program needs CUDA 12.4; "
            "update the driver")
      << "no toolkit that Tactus can be built with";
}

TEST(DriverReasons, AMismatchWantsAReboot) {
  const std::string mismatch =
      why_no_answer(803, "cudaErrorSystemDriverMismatch", "system has unsupported display driver");
  EXPECT_NE(mismatch.find("different versions, as after an update: reboot"), std::string::npos);
  EXPECT_NE(mismatch.find("cudaErrorSystemDriverMismatch"), std::string::npos);
  EXPECT_NE(why_no_answer(802, "cudaErrorSystemNotReady", "not ready").find("fabricmanager"),
            std::string::npos);
  EXPECT_NE(why_no_answer(999, "cudaErrorUnknown", "unknown").find("does nvidia-smi list"),
            std::string::npos);
}

TEST(DriverReasons, NumbersOfCardsAreThoseOfCuda) {
  EXPECT_EQ(about_numbers(0, nullptr, nullptr), "");
  EXPECT_EQ(about_numbers(1, nullptr, nullptr), "");
  EXPECT_EQ(about_numbers(2, nullptr, "PCI_BUS_ID"), "");
  EXPECT_NE(about_numbers(2, nullptr, nullptr).find("CUDA_DEVICE_ORDER=PCI_BUS_ID"),
            std::string::npos);
  EXPECT_NE(about_numbers(1, "3", nullptr).find("CUDA_VISIBLE_DEVICES=\"3\""), std::string::npos);
  EXPECT_EQ(about_hidden_cards(nullptr), "");
}

}  // namespace
}  // namespace tactus::gpu
